export const log = () => console.log('granted')
export const later = () => setTimeout(log, 1)
export const ask = () => fetch('/healthz')
export const bytes = () => Buffer.from('granted')
export const title = () => document.title
