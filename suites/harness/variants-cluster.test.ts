// Every lawful variant that speaks the cluster dialect.

import { testVariants } from './variants.ts'

testVariants('cluster')
