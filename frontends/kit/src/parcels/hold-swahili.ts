export { holdWordsInSwahili as texts } from '@tuma/contracts/vocabulary'
