import { extname } from 'node:path'
import { EngineAway } from '@tuma/platform/ports'
import type { RequestHandler } from 'express'
import { answerTo, getBody } from '../door/refusing.ts'
import { pageHeaders } from './at-the-page.ts'
import { getPage } from './page.ts'
import { wordsIn } from './words.ts'

const reloadAfterSeconds = 5
const [english, swahili] = [wordsIn('en'), wordsIn('sw')]
const page = getPage({
  language: 'en',
  title: english('starting.title'),
  path: null,
  main: `<p>${english('starting.wait')}</p><div lang="sw"><h2>${swahili('starting.title')}</h2><p>${swahili('starting.wait')}</p></div>`,
  footer: '',
})
const away = getBody(answerTo(new EngineAway('it starts')))

/**
 * Answers 503 until the services are open: `away` at the API, an empty answer for a built file, and everywhere else a
 * page that loads again by itself.
 */
export const whileStarting: RequestHandler = (request, response) => {
  response.status(503).set('cache-control', 'no-store')
  if (/^\/api(\/|$)/i.test(request.path)) return void response.json(away)
  // The address of a page may have an ending too: a link in an e-mail ends with a token.
  if (/^\/(assets|remotes)\//.test(request.path)) return void response.type(extname(request.path)).end()
  response
    .set({ ...pageHeaders, refresh: `${reloadAfterSeconds}` })
    .type('html')
    .send(page)
}
