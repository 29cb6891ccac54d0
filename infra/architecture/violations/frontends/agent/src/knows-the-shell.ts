// trips: front-ends-do-not-know-each-other
import { site } from '@tuma/site'

export const home = site
