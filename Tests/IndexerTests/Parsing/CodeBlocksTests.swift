import Indexer
import Testing

/// Where source code is cut, in several languages.
@Suite struct CodeBlocksTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    /// Of each definition its first line, from 1, its level, and the words that name it.
    var definitions: [(line: Int, level: Int, title: String)]
    var testDescription: String { name }
  }

  static let samples = [
    Sample(
      name: "Keys.swift",
      text: """
        import Foundation

        /// A key.
        @frozen
        public struct Key: Sendable {
          /// Its bytes.
          let bytes: [UInt8]

          /// Makes a new one.
          ///
          /// It is random.
          static func random() -> Key {
            func inner() {}
            let bytes = [UInt8]()
            return Key(bytes: bytes)
          }

          init(bytes: [UInt8]) { self.bytes = bytes }
        }

        extension Key {}
        """,
      definitions: [
        (3, 1, "public struct Key: Sendable"), (6, 2, "let bytes: [UInt8]"), (9, 2, "static func random() -> Key"),
        (18, 2, "init(bytes: [UInt8])"), (21, 1, "extension Key"),
      ]),
    Sample(
      name: "tides.py",
      text: """
        import math

        # The height of the mast.
        HEIGHT = 3

        @cached
        async def height(hour):
            \"\"\"Returns the height.\"\"\"
            def part(n):
                return n
            return part(hour)


        class Tide:
            def __init__(self, port):
                self.port = port

            # Lowest water.
            @property
            def low(self):
                return 0
        """,
      definitions: [
        (6, 1, "async def height(hour):"), (14, 1, "class Tide:"), (15, 2, "def __init__(self, port):"),
        (18, 2, "def low(self):"),
      ]),
    Sample(
      name: "boat.c",
      text: """
        #include <stdio.h>

        /* Draws the sail. */
        static int draw(int sail)
        {
            if (sail) {
                printf("x");
            }
            return 0;
        }

        struct boat {
            int length;
        };

        int main(void) {
            draw(
                1);
        }
        """,
      definitions: [(3, 1, "static int draw(int sail)"), (12, 1, "struct boat"), (16, 1, "int main(void)")]),
    Sample(
      name: "pump.rs",
      text: """
        //! A pump.
        use std::fmt;

        #[derive(Debug)]
        pub struct Pump { level: u32 }

        impl Pump {
            /// Starts it.
            pub(crate) fn start(&mut self) {
                let x = 1;
            }
        }
        """,
      definitions: [(4, 1, "pub struct Pump"), (7, 1, "impl Pump"), (8, 2, "pub(crate) fn start(&mut self)")]),
    Sample(
      name: "gate.go",
      text: """
        package gate

        // Open opens the gate.
        func (g *Gate) Open() error {
        	return nil
        }

        type Gate struct {
        	width int
        }
        """,
      definitions: [(3, 1, "func (g *Gate) Open() error"), (8, 1, "type Gate struct")]),
    Sample(
      name: "page.ts",
      text: """
        import { a } from "b";

        export default class Page extends Base {
          constructor(private name: string) {
            super();
          }

          render(): void {
            if (this.name) {
              return;
            }
          }
        }

        export const total = (rows: Row[]) => {
          return rows.length;
        };
        """,
      definitions: [
        (3, 1, "export default class Page extends Base"), (4, 2, "constructor(private name: string)"),
        (8, 2, "render(): void"),
        (15, 1, "export const total = (rows: Row[])"),
      ]),
    Sample(
      name: "Ferry.java",
      text: """
        package harbour;

        public final class Ferry {
            /** Leaves. */
            @Override
            public void leave(int hour) throws IOException {
                for (int i = 0; i < 3; i++) {
                }
            }
        }
        """,
      definitions: [(3, 1, "public final class Ferry"), (4, 2, "public void leave(int hour) throws IOException")]),
    Sample(
      name: "bee.rb",
      text: """
        # A hive.
        class Hive
          def weigh
            31
          end
        end
        """, definitions: [(1, 1, "class Hive"), (3, 2, "def weigh")]),
    Sample(
      name: "backup.sh",
      text: """
        #!/bin/sh
        set -e

        # Copies everything.
        copy() {
          cp -r "$1" "$2"
        }

        copy a b
        """, definitions: [(4, 1, "copy()")]),
    Sample(
      name: "rain.sql",
      text: """
        -- One row for each day.
        CREATE TABLE rain (
          day TEXT
        );
        """, definitions: [(1, 1, "CREATE TABLE rain (")]),
  ]

  @Test(arguments: samples) func blocksBeginAtDefinitionsWithTheirComments(sample: Sample) throws {
    let parsed = try ParsedDocument(DocumentText(sample.text), path: sample.name)
    let found = parsed.blocks.compactMap { block -> String? in
      guard case .definition(let level, let title) = block.kind else { return nil }
      return "\(block.lines.lowerBound + 1) \(level) \(title)"
    }
    #expect(found == sample.definitions.map { "\($0.line) \($0.level) \($0.title)" })
    #expect(parsed.title == sample.name)

    // Every line that is not blank is in one block.
    let lines = sample.text.split(separator: "\n", omittingEmptySubsequences: false)
    let covered = parsed.blocks.flatMap { Array($0.lines) }
    #expect(Set(covered).count == covered.count)
    #expect(lines.indices.allSatisfy { covered.contains($0) || lines[$0].allSatisfy(\.isWhitespace) })
  }
}
