// The only door of the reference server.

export type { Parts } from './api/parts.ts'
export type { AllowRule } from './auth/allow-rules.ts'
export type { TokenUser } from './auth/token-users.ts'
export { defaultParts, type PartsOptions } from './server/default-parts.ts'
export { type Reference, startReference } from './server/start.ts'
