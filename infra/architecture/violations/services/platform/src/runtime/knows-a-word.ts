// trips: platform-knows-no-business
import { days } from '@tuma/contracts/vocabulary'

export const retention = days
