#pragma once

// Nothing to call: limits.c does its work before the program begins.
