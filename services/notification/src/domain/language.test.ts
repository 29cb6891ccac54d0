import { describe, expect, test } from 'vitest'
import { type LanguageCommand, type LanguageEvent, language } from './language.ts'

const at = '2026-11-23T06:00:00.000Z'
const chosen: LanguageEvent = { type: 'LanguageChosen', data: { language: 'sw', at } }
const supposed: LanguageEvent = { type: 'LanguageSupposed', data: { language: 'sw', at } }
const given = (...past: LanguageEvent[]) => {
  const state = past.reduce(language.evolve, language.initialState)
  return { when: (command: LanguageCommand) => language.decide(command, state) }
}
const suppose = (reads: 'en' | 'sw'): LanguageCommand => ({ type: 'SupposeLanguage', language: reads, at })
const choose = (reads: 'en' | 'sw'): LanguageCommand => ({ type: 'ChooseLanguage', language: reads, at })

describe('in which language somebody is written to', () => {
  test('English is supposed of everybody: that is not written down', () => {
    expect(given().when(suppose('en'))).toEqual([])
  })
  test('is supposed from who sends, until the next who sends reads another', () => {
    expect(given().when(suppose('sw'))).toEqual([supposed])
    expect(given(supposed).when(suppose('sw'))).toEqual([])
    expect(given(supposed).when(suppose('en'))).toEqual([{ type: 'LanguageSupposed', data: { language: 'en', at } }])
  })
  test('is what they have chosen themselves, whatever others read', () => {
    expect(given(chosen).when(suppose('en'))).toEqual([])
    expect(given(supposed).when(choose('sw'))).toEqual([chosen])
    expect(given(chosen).when(choose('sw'))).toEqual([])
    expect(given(chosen).when(choose('en'))).toEqual([{ type: 'LanguageChosen', data: { language: 'en', at } }])
  })
  test('English that was chosen stays chosen', () => {
    const english: LanguageEvent = { type: 'LanguageChosen', data: { language: 'en', at } }
    expect(given(english).when(suppose('sw'))).toEqual([])
  })
  test('is forgotten with the phone, where there was anything', () => {
    const forget: LanguageCommand = { type: 'ForgetLanguage', at }
    expect(given().when(forget)).toEqual([])
    expect(given(chosen).when(forget)).toEqual([{ type: 'LanguageForgotten', data: { at } }])
    expect(given(chosen, { type: 'LanguageForgotten', data: { at } }).when(suppose('sw'))).toEqual([supposed])
    const english: LanguageEvent = { type: 'LanguageChosen', data: { language: 'en', at } }
    expect(given(english).when(forget)).toEqual([{ type: 'LanguageForgotten', data: { at } }])
  })
})
