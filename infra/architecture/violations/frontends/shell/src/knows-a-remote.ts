// trips: front-ends-do-not-know-each-other
import { remote } from '@tuma/agent/src/remote.ts'

export const shell = remote
