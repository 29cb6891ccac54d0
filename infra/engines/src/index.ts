export { EngineMissing, type EngineProcess, type RunningEngine } from './running-engine.ts'
