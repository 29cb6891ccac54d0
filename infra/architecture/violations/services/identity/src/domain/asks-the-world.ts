export const stamp = () => Date.now()
export const today = () => new Date()
export const clock = Date.now
export const sentence = () => Date()
export const chance = () => Math.random()
export const id = () => crypto.randomUUID()
export const setting = () => process.env.PORT
export const elapsed = () => performance.now()
export const anything = () => globalThis.Date
