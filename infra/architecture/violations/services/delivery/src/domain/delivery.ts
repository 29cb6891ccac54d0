import { days } from '@tuma/contracts/vocabulary'
import type { Decider } from '@tuma/platform/domain'

export const decider: Decider = { decide: () => undefined }
export const weeks = (count: number) => count * days
