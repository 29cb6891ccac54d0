import { widths } from './browser/browser.ts'
import { travel } from './journey.ts'

/** At a desk, without faults. */
travel(widths.desk, { killed: false })
