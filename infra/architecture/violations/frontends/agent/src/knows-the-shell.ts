// trips: front-ends-do-not-know-each-other
import { site } from '@tuma/shell/site'

export const home = site
