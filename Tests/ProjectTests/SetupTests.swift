import Foundation
import TestSupport
import Testing

/// What setup fetches is compared with its sum before any of it runs.
@Suite struct SetupTests {
  /// An archive of llama.cpp's name, which comes from a folder instead of an index of packages, and whose build system
  /// notes that it ran.
  private static let script = """
    set -euo pipefail
    source scripts/llama-source
    fail() { echo "setup: $*" >&2; exit 1; }
    work=$1 archive=$1/kept.tar.gz
    source=$work/llama_cpp_python-$version
    mkdir -p "$source/own" "$work/links" "$work/unpacked"
    cat >"$source/pyproject.toml" <<TOML
    [build-system]
    requires = []
    build-backend = "poison"
    backend-path = ["own"]
    [project]
    name = "llama_cpp_python"
    version = "$version"
    TOML
    cat >"$source/own/poison.py" <<PYTHON
    import pathlib
    pathlib.Path("$work/ran").touch()
    def prepare_metadata_for_build_wheel(folder, settings=None):
        info = pathlib.Path(folder, "llama_cpp_python-$version.dist-info")
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\\nName: llama-cpp-python\\nVersion: $version\\n")
        return info.name
    PYTHON
    tar -czf "$work/links/llama_cpp_python-$version.tar.gz" -C "$work" "llama_cpp_python-$version"
    export PIP_NO_INDEX=1 PIP_FIND_LINKS=$work/links
    [[ $2 == wrong ]] || sum=$(sha256sum "$work/links"/*.tar.gz | cut -d' ' -f1)
    unpack_llama "$work/unpacked"
    """

  private func run(_ sum: String, in scratch: TemporaryFolder) async throws -> BuiltProgram.Result {
    let root = Repository.url.path
    return try await BuiltProgram.run(
      executable: "/bin/bash", ["-c", "cd '\(root)'; \(Self.script)", "bash", scratch.path, sum])
  }

  @Test func anArchiveWithAWrongSumRunsNothing() async throws {
    let scratch = try TemporaryFolder()
    let result = try await run("wrong", in: scratch)
    #expect(result.status != 0)
    #expect(result.errors.contains("its sum is wrong"), "\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/ran"))
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/kept.tar.gz"))
  }

  @Test func anArchiveWithTheRightSumIsUnpacked() async throws {
    let scratch = try TemporaryFolder()
    let result = try await run("right", in: scratch)
    #expect(result.status == 0, "\(result.errors)")
    // The check above can fail: an archive that passes does run its build system.
    #expect(FileManager.default.fileExists(atPath: scratch.path + "/ran"))
    #expect(FileManager.default.fileExists(atPath: scratch.path + "/unpacked/pyproject.toml"))
  }
}
