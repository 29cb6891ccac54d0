import { widths } from './browser/browser.ts'
import { travel } from './journey.ts'

/** At a desk, and nothing goes wrong. */
travel(widths.desk, { killed: false })
