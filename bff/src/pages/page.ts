import type { Language } from '@tuma/contracts/vocabulary'
import { escaped } from '../escaped.ts'
import { wordsIn } from './words.ts'

export const pageStyle = `:root{color-scheme:light dark;--paper:#f8f2e4;--surface:#fffdf8;--ink:#14231b;--soft:#4a584f;--line:#857a63;--acacia:#12593d;--on:#fffaf0;--ochre:#fbeecb;--danger:#a4271b}
@media(prefers-color-scheme:dark){:root{--paper:#101712;--surface:#18221b;--ink:#eef3ea;--soft:#b7c4ba;--line:#7d8a80;--acacia:#8fd0a8;--on:#0c2417;--ochre:#3a2f10;--danger:#ff9d8c}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.5 system-ui,sans-serif}
progress{display:block;width:100%;height:1rem;margin:0 0 1rem;accent-color:var(--acacia)}main{max-width:34rem;margin:0 auto;padding:1rem}header,footer{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:0 1rem;max-width:34rem;margin:0 auto;padding:.25rem 1rem}
header{max-width:none;padding:.5rem max(1rem,50% - 16rem) 1.125rem;color:#fffaf0;background:conic-gradient(from 135deg at 50% 0,#e5a321 90deg,#0000 0) 0 100%/20px 10px repeat-x,conic-gradient(from 135deg at 50% 0,#ad3f1d 90deg,#0000 0) 10px 100%/20px 10px repeat-x,#0c3a29}header strong{display:flex;align-items:center;gap:.6rem;font-size:1.4rem;letter-spacing:-.02em}header svg{width:2rem}header a{color:inherit}header :focus-visible{outline-color:#e5a321}
a{color:var(--acacia);display:inline-block;padding:.6rem 0;min-height:2.75rem}section,form{background:var(--surface);border:1px solid var(--line);border-radius:.75rem;padding:1rem;margin:0 0 1rem}
form.bare{background:none;border:0;padding:0}h1{font-size:1.35rem;margin:.5rem 0 1rem}h2{font-size:1rem;margin:1.25rem 0 .25rem}p{margin:.25rem 0 .75rem;overflow-wrap:anywhere}ol{margin:0;padding-left:1.25rem}.way{list-style:none;padding:0}.way li{position:relative;padding:0 0 .6rem 1.75rem;font-weight:600}.way li::before{content:"";position:absolute;left:.2rem;top:.45rem;width:.7rem;height:.7rem;rotate:45deg;border:2px solid var(--acacia);background:var(--acacia)}.way li:not(:last-child)::after{content:"";position:absolute;left:.53rem;top:1.5rem;bottom:-.3rem;border-left:2px dashed var(--line)}.way [aria-current]::before{border-color:#ad3f1d;background:#e5a321}.way .ahead{color:var(--soft);font-weight:400}.way .ahead::before{border-color:var(--line);background:none}.way small{display:block;font-weight:400}.badge{display:inline-block;margin:.5rem 0 .25rem;padding:.15rem .7rem;border-radius:2rem;font-size:.9rem;font-weight:650;background:var(--ochre)}.badge[data-status=uncollected]{background:light-dark(#fadfd2,#402014);color:light-dark(#8d3012,#ffb195)}.badge[data-status=inTransit]{background:light-dark(#dbe9f4,#162f43);color:light-dark(#1b4f78,#a5d0f3)}.badge[data-status=delivered],.badge[data-status=collected]{background:var(--acacia);color:var(--on)}:target{outline:3px solid var(--acacia)}.parties{margin-top:1rem}small,.soft{color:var(--soft)}small{display:inline-block}.one-line{display:inline-block}
.id{font:600 1.1rem ui-monospace,monospace;margin:0}.now{font-size:1.2rem;font-weight:600}.due{background:var(--ochre);padding:.5rem .75rem;border-radius:.5rem}.no{color:var(--danger);font-weight:600}
label{display:block;font-weight:600}input,button{font:inherit;width:100%;min-height:3rem;border-radius:.5rem;border:1px solid var(--line);padding:.5rem .75rem;margin:.25rem 0 .75rem;background:var(--surface);color:var(--ink)}
button,.go{background:var(--acacia);color:var(--on);border:0;font-weight:600;margin:0}.go{display:block;text-align:center;text-decoration:none;border-radius:.5rem;padding:.7rem .75rem}.other{background:none;color:var(--acacia);border:1px solid var(--line)}.acts{display:flex;flex-wrap:wrap;gap:.5rem}.acts a{padding:.6rem .9rem;border-radius:.5rem;font-weight:600;text-decoration:none}.one{width:auto;background:none;color:var(--acacia);border:1px solid var(--line)}.one[aria-pressed=true]{background:var(--acacia);color:var(--on)}.one[aria-pressed=true]::before{content:"✓ "}:focus-visible{outline:3px solid #1457a8;outline-offset:2px}`

/** Tuma's logo, drawn in the page itself. */
const mark =
  '<svg viewBox="4 8 33 24" aria-hidden="true"><path d="M6 10h7l9 10-9 10H6l9-10z" fill="#e8704a"/><path d="M17 10h8l10 10-10 10h-8l9-10z" fill="#f0b73f"/></svg>'

type Page = {
  readonly language: Language
  readonly title: string
  /** Its path without the language, for the link to the other language. Null: the page has both languages. */
  readonly path: string | null
  readonly main: string
  readonly footer: string
}

/**
 * A page for every browser: no script and nothing to fetch. Search engines do not list it, and other sites do not learn
 * that a visitor came from it.
 */
export const getPage = ({ language, title, path, main, footer }: Page): string => {
  const other = language === 'sw' ? 'en' : 'sw'
  const toOther =
    path === null
      ? ''
      : `<a href="${escaped(`${path}?lang=${other}`)}" hreflang="${other}" lang="${other}">${wordsIn(language)('page.other')}</a>`
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><meta name="referrer" content="same-origin"><title>${escaped(title)} · Tuma</title><style>${pageStyle}</style></head><body>
<header><strong>${mark}Tuma</strong>${toOther}</header>
<main><h1>${escaped(title)}</h1>
${main}</main>
<footer>${footer}</footer></body></html>`
}
