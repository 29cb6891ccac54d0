import { parentPort } from 'node:worker_threads'
import type { Drawn, ToDraw } from './drawing.ts'
import { labelsPdf } from './label.ts'
import type { Pdf } from './papers.ts'
import { receiptPdf } from './receipt.ts'

const drawPdf = ({ paper, now }: ToDraw): Promise<Pdf> =>
  paper.kind === 'labels' ? labelsPdf(paper.labels, { ...paper, now }) : receiptPdf(paper.delivery, { ...paper, now })

const tell = (drawn: Drawn, moved: ArrayBuffer[] = []) => parentPort?.postMessage(drawn, moved)

// A single paper is drawn without a break, also between two labels of a file of many.
parentPort?.on('message', (asked: ToDraw) => {
  const { id } = asked
  drawPdf(asked).then(
    (pdf) => tell({ id, pdf }, [pdf.buffer]),
    (error: Error) => tell({ id, failure: error.stack ?? String(error) }),
  )
})
