import { createHash } from 'node:crypto'
import { webAppHeader } from '@tuma/contracts/vocabulary'

/** The language and theme that the browser sends with every request, and whether the person may be logged in. */
export type Look = { language: 'en' | 'sw'; theme: 'system' | 'light' | 'dark'; mayBeSignedIn: boolean }

export const getLook = (cookies = ''): Look => ({
  language: /(?:^|;\s*)tuma_language=sw(?:;|$)/.test(cookies) ? 'sw' : 'en',
  theme: (/(?:^|;\s*)tuma_theme=(light|dark)(?:;|$)/.exec(cookies)?.[1] as Look['theme']) ?? 'system',
  mayBeSignedIn: /(?:^|;\s*)tuma_signed_in=/.test(cookies),
})

/**
 * Runs before anything is painted. Who chose before there were cookies for it, or has lost them, has both in the browser's
 * storage: the look is put on at once, and for another language the page is asked for once more. Then it asks what its own
 * element names, as kit/runtime's `asked-ahead.ts` finds it. The body font is loaded once the first text is painted, unless
 * the browser saves data; where the app takes the place of what the server drew, once it has, so that the font keeps no
 * script waiting.
 */
export const lookScript = `try{const h=document.documentElement,w=(n,r)=>{const v=localStorage.getItem("tuma."+n);if(!v||!r.test(v))return;const c="tuma_"+n+"="+v;if(!("; "+document.cookie+";").includes("; "+c+";"))document.cookie=c+"; path=/; max-age=31536000; samesite=lax"+(location.protocol=="https:"?"; secure":"");return v},t=w("theme",/^(system|light|dark)$/),l=w("language",/^(en|sw)$/);if(t=="system")delete h.dataset.theme;else if(t)h.dataset.theme=t;if(l&&l!=h.lang&&document.cookie.includes("tuma_language="+l))location.reload();else{const q=document.currentScript?.dataset.ask;if(q){const m=window.tumaAsked=new Map;for(const u of q.split(" ")){const p=fetch(u,{headers:{"${webAppHeader}":"1"}});p.catch(()=>{});m.set("GET "+u,[performance.now(),p])}}}}catch{}try{if(!navigator.connection?.saveData)new PerformanceObserver((e,o)=>{if(e.getEntriesByName("first-contentful-paint")[0]){o.disconnect();const f=()=>{const a=document.querySelector("#first~#app[hidden]");if(!a)document.documentElement.dataset.font="own";else new MutationObserver((_,m)=>{m.disconnect();f()}).observe(a,{attributeFilter:["hidden"]})};f()}}).observe({type:"paint",buffered:!0})}catch{}`

/** By which the content security policy knows it: no other script may stand in a page. */
export const lookScriptSeal = `'sha256-${createHash('sha256').update(lookScript).digest('base64')}'`
