import { describe, expect, it } from 'vitest'
import { sampleSpec } from '../../testing/suites/sample-documents.ts'
import { query } from './mongodb-queries.ts'

describe('a query to MongoDB', () => {
  it('names the index of exactly its fields, in any order', () => {
    expect(query(sampleSpec, {}, {}).hint).toBe('by')
    expect(query(sampleSpec, { room: 'east' }, {}).hint).toBe('by_room')
    expect(query(sampleSpec, { weight: [1, 2], room: null }, {}).hint).toBe('by_room_weight')
    expect(query(sampleSpec, { weight: 1 }, {}).hint).toBeUndefined()
  })

  it('names an index for a beginning only when that field is its last', () => {
    const startsWith = { field: 'code', text: 'TM-' }
    expect(query(sampleSpec, { room: 'east' }, { startsWith }).hint).toBe('by_room_code')
    expect(query(sampleSpec, {}, { startsWith }).hint).toBe('by_code')
    expect(query(sampleSpec, { code: 'TM-1' }, { startsWith: { field: 'room', text: 'e' } }).hint).toBeUndefined()
  })

  it('leaves the index to the server for words, and gives it their beginnings as bounds', () => {
    const { filter, hint } = query(sampleSpec, { room: 'east' }, { words: [['jane'], ['7.k', 'tm']] })
    expect(hint).toBeUndefined()
    expect(filter).toEqual({
      live: true,
      'fields.room': 'east',
      $and: [
        { $or: [{ words: { $regex: '^jane' } }] },
        { $or: [{ words: { $regex: '^7\\.k' } }, { words: { $regex: '^tm' } }] },
      ],
    })
    expect(query(sampleSpec, {}, { words: [[]] }).filter).toEqual({ live: true, $and: [{ words: { $in: [] } }] })
  })

  it('finds a unique value in the index of the documents that have one, which has no other field', () => {
    const { filter, hint } = query(sampleSpec, { room: 'east', code: 'TM-1' }, {})
    expect(filter).toEqual({ live: true, 'fields.room': 'east', 'fields.code': 'TM-1', 'unique.code': 'TM-1' })
    expect(hint).toBe('unique_code')
    expect(query(sampleSpec, { code: ['TM-1', 'TM-2'] }, {}).hint).toBe('by_code')
  })

  it('bounds the sort field by the previous page, so that a page is read from its start', () => {
    const { filter } = query(sampleSpec, { room: ['east', 'west'] }, { between: { from: '1', to: '9' } }, ['5', 'b'])
    expect(filter).toEqual({
      live: true,
      'fields.room': { $in: ['east', 'west'] },
      sort: { $gte: '1', $lt: '9', $lte: '5' },
      $and: [{ $or: [{ sort: { $lt: '5' } }, { _id: { $lt: 'b' } }] }],
    })
  })

  it('asks for a missing field as null, and for no other field', () => {
    expect(query(sampleSpec, { code: null }, {}).filter).toEqual({ live: true, 'fields.code': null })
  })
})
