import { describe, expect, test } from 'vitest'
import { distanceBetween, distanceInWords, isInKenya, roundPosition } from './position.ts'

describe('a shop can be', () => {
  test.each([
    ['Nairobi', -1.28415, 36.8252],
    ['Mombasa', -4.06174, 39.67789],
    ['Lamu', -2.26861, 40.90083],
    ['Kizingitini on Pate', -2.06812, 41.14091],
    ['Kiunga', -1.74792, 41.48896],
    ['Kisumu', -0.09171, 34.76796],
    ['Mandera', 3.93726, 41.85688],
  ])('in %s', (_town, lat, lng) => expect(isInKenya({ lat, lng })).toBe(true))
  test.each([
    ['at Null Island', 0, 0],
    ['at zero longitude', -1.28, 0],
    ['where latitude and longitude changed places', 36.8252, -1.28415],
    ['in the ocean off Mombasa', -4.2, 40.3],
    ['in the ocean off Lamu', -2.6, 41.6],
    ['in London', 51.5, -0.12],
    ['at no number', Number.NaN, 37],
  ])('not %s', (_where, lat, lng) => expect(isInKenya({ lat, lng })).toBe(false))
})

test('a position has five decimals', () => {
  expect(roundPosition({ lat: -1.2841549, lng: 36.825204 })).toEqual({ lat: -1.28415, lng: 36.8252 })
  expect(Object.is(roundPosition({ lat: -0.000001, lng: 37 }).lat, 0)).toBe(true)
})

test('a distance is as the crow flies, in metres up to a kilometre', () => {
  const km = distanceBetween({ lat: -1.28415, lng: 36.8252 }, { lat: -1.03796, lng: 37.07312 })
  expect(km).toBeGreaterThan(38.5)
  expect(km).toBeLessThan(39.5)
  expect([0.01, 0.34, 0.96, 0.99, 1.24, 9.94, 9.96, 38.9].map(distanceInWords)).toEqual([
    '0 m',
    '350 m',
    '950 m',
    '1.0 km',
    '1.2 km',
    '9.9 km',
    '10 km',
    '39 km',
  ])
})
