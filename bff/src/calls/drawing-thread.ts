import { parentPort } from 'node:worker_threads'
import type { Drawn, ToDraw } from './drawing.ts'
import { labelsPdf } from './label.ts'
import type { Pdf } from './papers.ts'
import { receiptPdf } from './receipt.ts'
import { statementPdf } from './statement-pdf.ts'
import { stickersPdf } from './sticker-sheet.ts'

const drawPdf = ({ paper, now }: ToDraw): Promise<Pdf> => {
  switch (paper.kind) {
    case 'labels':
      return labelsPdf(paper.labels, { ...paper, now })
    case 'receipt':
      return receiptPdf(paper.delivery, { ...paper, now })
    case 'statement':
      return statementPdf(paper, { now })
    case 'stickers':
      return stickersPdf(paper.stickers, { ...paper, now })
  }
}

const tell = (drawn: Drawn, moved: ArrayBuffer[] = []) => parentPort?.postMessage(drawn, moved)

// A single paper is drawn without a break, also between two labels of a file of many.
parentPort?.on('message', (asked: ToDraw) => {
  const { id } = asked
  drawPdf(asked).then(
    (pdf) => tell({ id, pdf }, [pdf.buffer]),
    (error: Error) => tell({ id, failure: error.stack ?? String(error) }),
  )
})
