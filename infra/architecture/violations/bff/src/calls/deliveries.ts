import { answered } from '../door/refusing.ts'

export const found = answered
