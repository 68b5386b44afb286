// How each foreign implementation is started.

import { join } from 'node:path'
import { definitions } from '../../../fixtures/foreign/apiextensions-apiserver.ts'
import { kubeApiserver134 } from '../../../fixtures/foreign/kube-apiserver-1.34.ts'
import { javaProgram } from '../../differential/clients/java-client.ts'
import { pythonProgram } from '../../differential/clients/python-client.ts'
import { startAlone, startOnKine, startRelease } from './apiservers.ts'
import { startPrinting } from './printing.ts'
import type { Absent, Served } from './printing.ts'

/** Starts one by its name, in a directory that is removed when it has been closed. */
export const starts: Record<string, (directory: string) => Promise<Served | Absent>> = {
  fabric8: async directory => {
    const program = await javaProgram(join(import.meta.dirname, 'fabric8'), directory)
    return 'absent' in program ? program : startPrinting({ name: 'fabric8', ...program, directory })
  },
  kmock: async directory => {
    const program = await pythonProgram(join(import.meta.dirname, 'kmock'))
    return 'absent' in program ? program : startPrinting({ name: 'kmock', ...program, directory })
  },
  'sample-apiserver': directory => startAlone('sample-apiserver', directory),
  'apiextensions-apiserver': directory =>
    startAlone('apiextensions-apiserver', directory, async admin => {
      for (const definition of definitions) {
        const { status, text } = await admin('POST', definitionsPath, definition)
        if (status !== 201) throw new Error(`POST ${definitionsPath} answered ${status}: ${text}`)
      }
    }),
  kine: startOnKine,
  'kube-apiserver-1.34': directory =>
    startRelease('kube-apiserver-1.34', kubeApiserver134.version, directory),
}

const definitionsPath = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
