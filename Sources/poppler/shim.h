// The headers are C++, for CPoppler alone.
