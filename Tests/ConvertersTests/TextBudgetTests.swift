import Converters
import ForeignFormats
import Foundation
import Testing

/// A file becomes a text of so many times its size at most.
struct TextBudgetTests {
  @Test func aTableOfLongNamesKeepsItsValues() throws {
    let question = String(repeating: "Would you please say how much ", count: 10)
    let header = (1...20).map { "\($0). \(question)" }.joined(separator: ",")
    let rows = (1...500).map { row in (1...20).map { "\(row * $0 % 7)" }.joined(separator: ",") }
    let form = ([header] + rows).joined(separator: "\n")
    let conversion = try Documents.conversion(of: form, named: "form.csv")
    #expect(conversion.text.utf8.count < 16 * form.utf8.count + (64 << 10))
    #expect(conversion.text.split(separator: "\n").count == 501)
    #expect(conversion.text.contains("3. Would"))
    #expect(conversion.remarks.isEmpty)
  }

  @Test func aTextThatGrowsWithoutEndIsCutAndThatIsSaid() throws {
    let table =
      "<table>" + String(repeating: "<tr><td colspan=100>a</td></tr>", count: 2000) + "<tr>"
      + String(repeating: "<td>b</td>", count: 20_000) + "</tr></table>"
    let conversion = try Documents.conversion(of: table, named: "wide.html")
    #expect(conversion.text.utf8.count <= 16 * table.utf8.count + (64 << 10))
    let remark = try #require(conversion.remarks.first)
    #expect(remark.hasPrefix("its text is cut after "))
    #expect(conversion.remarks.count == 1)
  }

  @Test func anOrdinaryTableIsNotCut() throws {
    let rows = ["Name;Town;Year;Remark"] + (1...9000).map { "n\($0);t;\(1900 + $0 % 100);-" }
    let conversion = try Documents.conversion(of: rows.joined(separator: "\n"), named: "people.csv")
    #expect(conversion.remarks.isEmpty)
    #expect(conversion.text.contains("- Name: n9000; Town: t; Year: 1900; Remark: -\n"))
  }
}
