// The only door of the reference server.

export type { AllowRule, TokenUser } from './api/access.ts'
export type { Parts } from './api/parts.ts'
export { defaultParts, type PartsOptions } from './server/default-parts.ts'
export { type Reference, startReference } from './server/start.ts'
