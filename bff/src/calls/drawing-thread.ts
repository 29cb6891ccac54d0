import { parentPort } from 'node:worker_threads'
import type { Drawn, ToDraw } from './drawing.ts'
import { labelPdf } from './label.ts'
import type { Pdf } from './papers.ts'
import { receiptPdf } from './receipt.ts'

const pdfOf = ({ paper, now }: ToDraw): Promise<Pdf> =>
  paper.kind === 'label' ? labelPdf(paper.delivery, { ...paper, now }) : receiptPdf(paper.delivery, { ...paper, now })

const tell = (drawn: Drawn, moved: ArrayBuffer[] = []) => parentPort?.postMessage(drawn, moved)

let before: Promise<unknown> = Promise.resolve()
parentPort?.on('message', (asked: ToDraw) => {
  const { id } = asked
  before = before
    .then(() => pdfOf(asked))
    .then(
      (pdf) => tell({ id, pdf }, [pdf.buffer]),
      (error: Error) => tell({ id, failure: error.stack ?? String(error) }),
    )
})
