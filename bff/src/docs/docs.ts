import { createHash } from 'node:crypto'
import { Router } from 'express'
import type { apiDocument } from './api-document.ts'
import { docsPage, docsStyle } from './docs-page.ts'

const hash = createHash('sha256').update(docsStyle).digest('base64')
/** Nothing but its own style: no script, no picture, no frame, nothing of anybody else. */
const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** The contract for programs and for people, made at the first look, by what is loaded then. */
export const apiDocs = (): Router => {
  let document: ReturnType<typeof apiDocument> | undefined
  const theDocument = () => {
    document ??= import('./api-document.ts').then(({ apiDocument }) => apiDocument())
    return document
  }
  const router = Router()
  router.get('/openapi.json', async (_request, response) => void response.json(await theDocument()))
  router.get('/docs', async (_request, response) => {
    response
      .set('content-security-policy', policy)
      .type('html')
      .send(docsPage(await theDocument()))
  })
  return router
}
