// trips: bff-knows-contracts-and-platform
import { button } from '@tuma/kit/ui'

export const page = button
