// trips: no-circles
import { opens } from './circle-opens.ts'

export const closes = (): number => opens()
