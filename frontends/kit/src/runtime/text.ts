import { useSyncExternalStore } from 'react'
import { currentLanguage, keepLanguage, type Language } from './look.ts'

export type { Language } from './look.ts'
export const languages: Record<Language, string> = { en: 'English', sw: 'Kiswahili' }

/** Flat: `'form.title': 'Hello {{name}}'`. Plurals: two keys, `'rows_one'` and `'rows_other'`, used as `'rows'` with `count`. */
export type Texts = Readonly<Record<string, string>>

type TextKey<T> = keyof T extends infer K ? (K extends `${infer Word}_${'one' | 'other'}` ? Word : K & string) : never

/** `text('form.title', { name: 'Wanjiku' })` */
export type Text<T extends Texts = Texts> = (key: TextKey<T>, values?: Record<string, string | number>) => string

export type Catalogue<T extends Texts = Texts> = { readonly namespace: string; readonly en: T }

type Values = Readonly<Record<string, string | number>>
type AnyText = (key: string, values?: Values) => string

let spoken = currentLanguage()
/** By language, then by namespace. */
const bundles: Record<Language, Map<string, Texts>> = { en: new Map(), sw: new Map() }
const plurals = { en: new Intl.PluralRules('en'), sw: new Intl.PluralRules('sw') }
/** By namespace. Each is a new function once it says something else: what has drawn with it is drawn again. */
const sayings = new Map<string, AnyText>()
const followers = new Set<() => void>()
const swahilis: (() => Promise<void>)[] = []
const underWay = new Set<Promise<void>>()
/** A screen in English is better than none. */
const patienceMs = 5000

const follow = (tell: () => void): (() => void) => {
  followers.add(tell)
  return () => void followers.delete(tell)
}

const tellAll = (): void => {
  for (const tell of [...followers]) tell()
}

function addTexts(language: Language, namespace: string, texts: Texts): void {
  // Two areas may each bring the kit's, in different releases.
  bundles[language].set(namespace, { ...bundles[language].get(namespace), ...texts })
}

function textIn(language: Language, namespace: string, key: string, count: unknown): string | undefined {
  const texts = bundles[language].get(namespace)
  const plural = typeof count === 'number' ? texts?.[`${key}_${plurals[language].select(count)}`] : undefined
  return plural ?? texts?.[key]
}

const fill = (text: string, values: Values): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))

function sayingOf(namespace: string): AnyText {
  const known = sayings.get(namespace)
  if (known) return known
  const say: AnyText = (key, values = {}) => {
    const text = textIn(spoken, namespace, key, values.count) ?? textIn('en', namespace, key, values.count)
    return text === undefined ? key : fill(text, values)
  }
  sayings.set(namespace, say)
  return say
}

function setLanguage(language: Language): void {
  spoken = language
  sayings.clear()
  tellAll()
}

/**
 * Resolves when the texts that are being loaded are there: what would draw a screen waits for it, so that nobody who has
 * chosen Swahili reads English first. At once in English.
 */
export async function textsReady(): Promise<void> {
  if (underWay.size === 0) return
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, patienceMs)
  await Promise.race([late, Promise.all(underWay)])
  clearTimeout(timer)
}

/** Speaks a language where there is no page to remember it in: while a build draws first pages. Every text is there then. */
export async function speak(language: Language): Promise<void> {
  setLanguage(language)
  await Promise.all(swahilis.map((load) => load()))
}

function loadInBackground(load: () => Promise<void>): void {
  const loading = load()
    .catch(() => {}) // what is missing stays English
    .finally(() => underWay.delete(loading))
  underWay.add(loading)
}

/**
 * A remote's texts, English first: `defineCatalogue('agent', { 'paid.title': 'Paid' }, () => import('./swahili.ts'))`.
 * The Swahili ones (`export const texts`) are loaded when Swahili is chosen; what is missing there stays English.
 */
export function defineCatalogue<const T extends Texts>(
  namespace: string,
  en: T,
  swahili?: () => Promise<{ texts: Partial<Record<keyof T, string>> }>,
): Catalogue<T> {
  addTexts('en', namespace, en)
  const load = async (): Promise<void> => {
    if (!swahili || spoken !== 'sw' || bundles.sw.has(namespace)) return
    addTexts('sw', namespace, (await swahili()).texts as Texts)
    sayings.delete(namespace)
    tellAll()
  }
  swahilis.push(load)
  if (spoken === 'sw') loadInBackground(load)
  return { namespace, en }
}

/** `const text = useText(catalogue)`, then `text('paid.title')`: keys are checked by the compiler. */
export function useText<T extends Texts>({ namespace }: Catalogue<T>): Text<T> {
  const say = () => sayingOf(namespace)
  return useSyncExternalStore(follow, say, say) as unknown as Text<T>
}

/** The chosen language and how to choose another; remembered in this browser. */
export function useLanguage(): [Language, (language: Language) => void] {
  const language = useSyncExternalStore(
    follow,
    () => spoken,
    () => spoken,
  )
  return [language, chooseLanguage]
}

/** The shell calls it once, before anything is drawn. */
export function applyRememberedLanguage(): void {
  document.documentElement.lang = spoken
}

export function chooseLanguage(language: Language): void {
  keepLanguage(language)
  document.documentElement.lang = language
  setLanguage(language)
  for (const load of swahilis) loadInBackground(load)
}
