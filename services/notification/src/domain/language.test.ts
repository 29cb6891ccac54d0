import type { Recorded } from '@tuma/platform/domain'
import { describe, expect, test } from 'vitest'
import { type LanguageCommand, type LanguageEvent, type LanguageRow, language, languagesView } from './language.ts'

const at = '2026-11-23T06:00:00.000Z'
const chosen: LanguageEvent = { type: 'LanguageChosen', data: { language: 'sw', at } }
const supposed: LanguageEvent = { type: 'LanguageSupposed', data: { language: 'sw', at } }
const given = (...past: LanguageEvent[]) => {
  const state = past.reduce(language.evolve, language.initialState)
  return { when: (command: LanguageCommand) => language.decide(command, state) }
}
const suppose = (reads: 'en' | 'sw'): LanguageCommand => ({ type: 'SupposeLanguage', language: reads, at })
const choose = (reads: 'en' | 'sw'): LanguageCommand => ({ type: 'ChooseLanguage', language: reads, at })

describe('the language of messages to a phone', () => {
  test('is English by default, which is not stored', () => {
    expect(given().when(suppose('en'))).toEqual([])
  })
  test('is the sender’s language, until the next sender reads another', () => {
    expect(given().when(suppose('sw'))).toEqual([supposed])
    expect(given(supposed).when(suppose('sw'))).toEqual([])
    expect(given(supposed).when(suppose('en'))).toEqual([{ type: 'LanguageSupposed', data: { language: 'en', at } }])
  })
  test('is the language that the person chose, whatever others read', () => {
    expect(given(chosen).when(suppose('en'))).toEqual([])
    expect(given(supposed).when(choose('sw'))).toEqual([chosen])
    expect(given(chosen).when(choose('sw'))).toEqual([])
    expect(given(chosen).when(choose('en'))).toEqual([{ type: 'LanguageChosen', data: { language: 'en', at } }])
  })
  test('stays English where the person chose English', () => {
    const english: LanguageEvent = { type: 'LanguageChosen', data: { language: 'en', at } }
    expect(given(english).when(suppose('sw'))).toEqual([])
  })
  test('is forgotten with the phone, where it was stored', () => {
    const forget: LanguageCommand = { type: 'ForgetLanguage', at }
    expect(given().when(forget)).toEqual([])
    expect(given(chosen).when(forget)).toEqual([{ type: 'LanguageForgotten', data: { at } }])
    expect(given(chosen, { type: 'LanguageForgotten', data: { at } }).when(suppose('sw'))).toEqual([supposed])
    const english: LanguageEvent = { type: 'LanguageChosen', data: { language: 'en', at } }
    expect(given(english).when(forget)).toEqual([{ type: 'LanguageForgotten', data: { at } }])
  })
})

describe('while parcels keep coming', () => {
  const later = (days: number) => new Date(Date.parse(at) + days * 86_400_000).toISOString()
  const suppose = (reads: 'en' | 'sw', days: number): LanguageCommand => ({
    ...{ type: 'SupposeLanguage', language: reads, at: later(days) },
  })
  test('a stored language is stored again, once in thirty days', () => {
    expect(given(supposed).when(suppose('sw', 29))).toEqual([])
    const again: LanguageEvent = { type: 'LanguageSupposed', data: { language: 'sw', at: later(30) } }
    expect(given(supposed).when(suppose('sw', 30))).toEqual([again])
    expect(given(supposed, again).when(suppose('sw', 59))).toEqual([])
  })
  test('a chosen language stays, whatever others read', () => {
    expect(given(chosen).when(suppose('en', 29))).toEqual([])
    const again: LanguageEvent = { type: 'LanguageChosen', data: { language: 'sw', at: later(30) } }
    expect(given(chosen).when(suppose('en', 30))).toEqual([again])
  })
  test('no phone is forgotten that was stored again since', () => {
    const forget: LanguageCommand = { type: 'ForgetLanguage', lastAt: later(-1), at: later(800) }
    expect(given(chosen).when(forget)).toEqual([])
    const forgotten = [{ type: 'LanguageForgotten', data: { at: later(800) } }]
    expect(given(chosen).when({ ...forget, lastAt: at })).toEqual(forgotten)
  })
  test('the default English is not stored', () => {
    const english: LanguageEvent = { type: 'LanguageSupposed', data: { language: 'en', at } }
    expect(given(supposed, english).when(suppose('en', 90))).toEqual([])
  })
})

describe('a stored language', () => {
  const recorded = (event: LanguageEvent) => ({ ...event, stream: 'language-k1' }) as Recorded<LanguageEvent>
  const rowAfter = (...past: LanguageEvent[]) =>
    past.map(recorded).reduce((row: LanguageRow | null, event) => {
      expect(languagesView.getIds(event)).toEqual(['k1'])
      return languagesView.project(row, event, 'k1')
    }, null)
  const row = { phoneKey: 'k1', heardAt: at }

  test('is Swahili, or one that was chosen', () => {
    expect(rowAfter(supposed)).toEqual(row)
    expect(rowAfter({ type: 'LanguageChosen', data: { language: 'en', at } })).toEqual(row)
  })
  test('is sorted by the time of the last store', () => {
    const again = '2027-01-01T06:00:00.000Z'
    const renewed: LanguageEvent = { type: 'LanguageSupposed', data: { language: 'sw', at: again } }
    expect(rowAfter(supposed, renewed)).toEqual({ ...row, heardAt: again })
  })
  test('is not the default English, and not of a forgotten phone', () => {
    expect(rowAfter(supposed, { type: 'LanguageSupposed', data: { language: 'en', at } })).toBeNull()
    expect(rowAfter(chosen, { type: 'LanguageForgotten', data: { at } })).toBeNull()
  })
})
