// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeOver } from './take-over.ts'

const loading = '<main id="main" tabindex="-1"><div aria-busy="true"><h1>Loading…</h1></div></main>'
const login = '<main id="main" tabindex="-1"><h1>Login</h1></main>'

beforeEach(() => {
  document.body.innerHTML = '<div id="first"><h1>Login</h1></div><div id="app" hidden></div>'
})
afterEach(() => document.body.replaceChildren()) // other files share this document
const app = () => document.getElementById('app') as HTMLElement
const isFirstShown = () => document.getElementById('first') !== null && app().hidden
/** Mutation observers are told at the end of a task. */
const settle = () => new Promise((resolve) => setTimeout(resolve))

test('the page that the server drew stays while the app has only the heading of a page that loads', async () => {
  takeOver(document.getElementById('first'), app())
  app().innerHTML = loading
  await settle()
  expect(isFirstShown()).toBe(true)
  app().innerHTML = login
  await settle()
  expect(document.getElementById('first')).toBeNull()
  expect(app().hidden).toBe(false)
})

test('after a link of a page without the app, the focus goes to the screen and not to the heading of a page that loads', async () => {
  sessionStorage.setItem('tuma.wentOn', 'yes')
  takeOver(document.getElementById('first'), app())
  app().innerHTML = `<div class="shell-frame">${loading}</div>`
  await settle()
  expect(app().hidden).toBe(false)
  expect(document.activeElement).toBe(document.body)
  app().innerHTML = `<div class="shell-frame">${login}</div>`
  await settle()
  expect(document.activeElement).toBe(document.getElementById('main'))
})

const form = (fields: string): string => `<main id="main" tabindex="-1"><h1>Door Step</h1><form>${fields}</form></main>`
const tiers = (chosen: string): string =>
  ['same-day', 'express']
    .map((tier) => `<input type="radio" name="tier" value="${tier}"${tier === chosen ? ' checked' : ''}>`)
    .join('')
const field = <T extends HTMLElement>(selector: string): T => document.querySelector(selector) as T

test('what was typed and chosen before the app came is in its form, and the focus where it was', async () => {
  const fields = `<input name="sender.name"><textarea name="details"></textarea>${tiers('same-day')}`
  const first = field('#first')
  first.innerHTML = form(fields)
  field<HTMLInputElement>('[name="sender.name"]').value = 'Wanjiku Kamau'
  const details = field<HTMLTextAreaElement>('[name="details"]')
  details.value = 'Blue gate'
  details.focus()
  field('[value="express"]').click()
  takeOver(first, app())
  app().innerHTML = form(fields)
  await settle()
  expect(field<HTMLInputElement>('[name="sender.name"]').value).toBe('Wanjiku Kamau')
  expect(field<HTMLTextAreaElement>('[name="details"]').value).toBe('Blue gate')
  expect(field<HTMLInputElement>(':checked').value).toBe('express')
  expect(document.activeElement).toBe(field('[name="details"]'))
})

test('an untouched choice stays as the app has it', async () => {
  const first = field('#first')
  first.innerHTML = form(tiers('same-day'))
  takeOver(first, app())
  app().innerHTML = form(tiers('express'))
  await settle()
  expect(field<HTMLInputElement>(':checked').value).toBe('express')
})
