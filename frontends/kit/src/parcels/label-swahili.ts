import type { english } from './label-texts.ts'

export const texts: Record<keyof typeof english, string> = {
  'label.print': 'Chapisha lebo',
  'label.many': 'Chapisha lebo ({{count}})',
  'label.a6': 'Karatasi ya A6',
  'label.a4': 'Karatasi ya A4, nafasi ya lebo nne',
  'label.80': 'Roli ya mm 80',
  'label.58': 'Roli ya mm 58',
  'label.failed': 'Lebo haikuweza kutengenezwa.',
  'label.manyFailed': 'Lebo hazikuweza kutengenezwa.',
}
