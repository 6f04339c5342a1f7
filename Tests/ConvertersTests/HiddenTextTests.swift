import Converters
import ForeignFormats
import Testing

/// What nobody sees on a page is not read of it.
struct HiddenTextTests {
  private func shows(_ page: String, named name: String = "a.html") throws -> Bool {
    let text = try Documents.conversion(of: page, named: name).text
    #expect(text.contains("plain"))
    return text.contains("HIDDEN")
  }

  static let hiding = [
    "display:none", "DISPLAY : NONE !important", "visibility:hidden", "visibility:collapse", "opacity:0", "opacity:.01",
    "opacity: 0%", "font-size:0", "font-size:0.2px", "font-size:1px", "font:0/0 a", "color:#fff", "color:#fefefe",
    "color:transparent", "color:rgba(10,10,10,0)", "color:hsl(0,0%,100%)", "color:black;background-color:#000",
    "background:#234567;color:#234568", "-webkit-text-fill-color:transparent", "position:absolute;left:-9999px",
    "position:fixed;top:-200vh", "position:absolute;left:-99em", "margin:0 0 0 -9999px", "text-indent:-9999px",
    "text-indent:100%;overflow:hidden", "width:0;height:0;overflow:hidden", "max-height:0;overflow:hidden",
    "height:1px;overflow:hidden", "clip:rect(0,0,0,0);position:absolute", "clip:rect(1px 1px 1px 1px)",
    "clip-path:inset(50%)", "clip-path:circle(0)", "clip-path:polygon(0 0,0 0,0 0)", "transform:scale(0)",
    "transform:translateX(-9999px)", "scale:0", "filter:opacity(0)", "zoom:0", "content-visibility:hidden",
    "line-height:0;overflow:hidden", "background:url(data:image/png;base64,AA==);display:none",
  ]

  @Test(arguments: hiding)
  func textIsHiddenByItsStyle(style: String) throws {
    #expect(try !shows("<p>plain</p><p style='\(style)'>HIDDEN</p>"))
    #expect(try !shows("<style>p.k{\(style)}</style><p>plain</p><p class='j k'>HIDDEN</p>"))
    let mail = "From: a@example.org\nContent-Type: text/html\n\n<p>plain</p><div style='\(style)'><b>HIDDEN</b></div>\n"
    #expect(try !shows(mail, named: "a.eml"))
  }

  @Test(arguments: [
    "color:#777", "font-size:9px", "opacity:0.5", "text-indent:-20px", "height:0", "margin-left:-10px",
    "height:0;overflow:hidden;padding-bottom:56%", "color:#fff;background:#000", "color:white;background:url(x.png)",
    "color:#fff;background:linear-gradient(red,blue)", "transform:scale(0.9)", "clip:auto", "color:var(--x)",
    "background:linear-gradient(red,blue);background-clip:text;color:transparent", "max-height:100px;overflow:hidden",
  ])
  func textThatCanBeReadStays(style: String) throws {
    #expect(try shows("<p>plain</p><p style='\(style)'>HIDDEN</p>"))
    #expect(try shows("<style>p.k{\(style)}</style><p>plain</p><p class=k>HIDDEN</p>"))
  }

  @Test(arguments: [
    "<p hidden>HIDDEN", "<template>HIDDEN</template>", "<noscript>HIDDEN</noscript>", "<!-- HIDDEN -->",
    "<font color=white>HIDDEN</font>", "<img width=1 height=1 alt=HIDDEN>", "<div popover>HIDDEN</div>",
    "<progress>HIDDEN</progress>", "<table bgcolor=black><tr><td><font color=black>HIDDEN</font></table>",
    "<div style='visibility:hidden'><b>HIDDEN</b></div>",
    "<div style='font-size:0'><b style='font-size:2em'>HIDDEN</b></div>",
    "<table><tr><th>a<th>b<tr><td>c<td style='display:none'>HIDDEN</table>",
    "<pre>a<b style='opacity:0'>HIDDEN</b></pre>",
    "<style>#x{opacity:0}</style><p id=x>HIDDEN",
    "<style>div.b > p.c{opacity:0}</style><div class=b><p class=c>HIDDEN</div>",
    "<style>div .c{opacity:0}</style><div><i><b class=c>HIDDEN</b></i></div>",
    "<style>i,[data-x]{font-size:0}</style><b data-x>HIDDEN</b>",
    "<style>@media screen and (min-width:600px){.k{display:none}}</style><p class=k>HIDDEN",
    "<style>/*{*/.k{display:none!important}</style><p class=k style='display:block'>HIDDEN",
  ])
  func textIsHiddenByItsElement(part: String) throws {
    #expect(try !shows("<p>plain</p>" + part))
  }

  @Test(arguments: [
    "<style>@media print{.k{display:none}}</style><p class=k>HIDDEN",
    "<style>@media (max-width:600px){.k{display:none}}</style><p class=k>HIDDEN",
    "<style>.k{display:none}.k{display:block}</style><p class=k>HIDDEN",
    "<style>.k:hover{display:none}.j .k{display:none}</style><p class=k>HIDDEN",
    "<style media=print>.k{display:none}</style><p class=k>HIDDEN",
    "<noscript><style>.k{display:none}</style></noscript><p class=k>HIDDEN",
    "<div style='font-size:0'><p style='font-size:14px'>HIDDEN</p></div>",
    "<div style='visibility:hidden'><p style='visibility:visible'>HIDDEN</p></div>",
    "<table bgcolor=black><tr><td style='color:#fff'>HIDDEN<td>b</table>",
    "<details><summary>a</summary>HIDDEN</details>",
    "<link rel=stylesheet href=x.css><p style='color:#fff'>HIDDEN",
    "<div style='background:#222'><p style='color:#fff'>HIDDEN</p></div>",
    "<style>body{visibility:hidden;opacity:0}</style><p>HIDDEN",
  ])
  func whatOnlySeemsHiddenStays(part: String) throws {
    #expect(try shows("<p>plain</p>" + part))
  }
}
