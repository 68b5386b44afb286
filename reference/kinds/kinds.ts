// Every configuration kind in every version.

import { authenticationConfigurations } from './authentication/authentication-configuration.ts'
import type { Kinds } from './vocabulary.ts'

export const kinds: Kinds = [...authenticationConfigurations]
