import { closes } from './circle-closes.ts'

export const opens = (): number => closes()
