import { createHash } from 'node:crypto'
import { Router } from 'express'
import type { apiDocument } from './api-document.ts'
import { docsPage, docsStyle } from './docs-page.ts'

const hash = createHash('sha256').update(docsStyle).digest('base64')
/** Only its own style: no script, no picture, no frame, nothing from other hosts. */
const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** The contract for programs and for people, built at the first request. */
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
