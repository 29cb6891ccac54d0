import { widths } from './browser/browser.ts'
import { travel } from './journey.ts'

/** On a phone, with a kill -9 after every step. */
travel(widths.phone, { killed: true })
