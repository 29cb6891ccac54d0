import { extname } from 'node:path'
import { EngineAway } from '@tuma/platform/ports'
import type { StartStep } from '@tuma/platform/runtime'
import type { RequestHandler } from 'express'
import { answerTo, getBody } from '../door/refusing.ts'
import { escaped } from '../escaped.ts'
import { pageHeaders } from './at-the-page.ts'
import { getPage } from './page.ts'
import { type Words, wordsIn } from './words.ts'

const reloadAfterSeconds = 5
const [english, swahili] = [wordsIn('en'), wordsIn('sw')]
const away = getBody(answerTo(new EngineAway('it starts')))

const getSentence = (words: Words, doing: StartStep): string =>
  doing.step === 'fillingLists'
    ? words('starting.fillingLists', { percent: `${doing.percent}` })
    : words(`starting.${doing.step}`)

/** The same lines in each step, so that nothing moves when the page loads again. */
const toPage = (doing: StartStep): string => {
  const [now, nowInSwahili] = [getSentence(english, doing), getSentence(swahili, doing)].map(escaped)
  // A bar without a value moves by itself.
  const value = doing.step === 'fillingLists' ? ` value="${doing.percent}"` : ''
  return getPage({
    language: 'en',
    title: english('starting.title'),
    path: null,
    main: `<p class="now">${now}</p><progress max="100"${value} aria-label="${now}"></progress>
<p>${english('starting.wait')}</p><div lang="sw"><h2>${swahili('starting.title')}</h2><p class="now">${nowInSwahili}</p><p>${swahili('starting.wait')}</p></div>`,
    footer: '',
  })
}

/**
 * Answers 503 until the services are open: `away` at the API, an empty answer for a built file that no handler before
 * it serves, and everywhere else a page that says what the start does and loads again by itself.
 */
export const whileStarting =
  (step: () => StartStep): RequestHandler =>
  (request, response) => {
    response.status(503).set('cache-control', 'no-store')
    if (/^\/api(\/|$)/i.test(request.path)) return void response.json(away)
    // The address of a page may have an ending too: a link in an e-mail ends with a token.
    if (/^\/(assets|remotes)\//.test(request.path)) return void response.type(extname(request.path)).end()
    response
      .set({ ...pageHeaders, refresh: `${reloadAfterSeconds}` })
      .type('html')
      .send(toPage(step()))
  }

/**
 * Answers with the same page while the lists of a service fill that has none that can be read. The API goes on: what
 * M-Pesa sends is stored meanwhile, and each call says by itself whether its list is away.
 * @param filling null once the lists can be read; not asked again after that
 */
export const whileFilling = (filling: () => StartStep | null): RequestHandler => {
  let isOver = false
  return (request, response, next) => {
    if (isOver || /^\/(api|assets|remotes)(\/|$)/i.test(request.path)) return next()
    const step = filling()
    isOver = step === null
    if (step === null) return next()
    whileStarting(() => step)(request, response, next)
  }
}
