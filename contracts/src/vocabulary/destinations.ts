/** The 15 places of the landing page, in its order. */
export const destinations = [
  'NAIROBI CBD',
  'THIKA',
  'KAHAWA WEST',
  'ROYSAMBU',
  'KIRIGITI',
  'KITENGELA',
  'MARURUI',
  'THINDIGUA',
  'KIMBO',
  'GITHURAI NDANI',
  'GWA KAIRU',
  'ZIMMERMAN',
  'GITHURAI 44',
  'KAHAWA WENDANI',
  'KAHAWA SUKARI',
] as const
