export { paymentSettings as settingsOfProcess } from './settings.ts'
