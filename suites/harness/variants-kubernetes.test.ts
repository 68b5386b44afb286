// Every lawful variant that speaks the kubernetes dialect.

import { testVariants } from './variants.ts'

testVariants('kubernetes')
