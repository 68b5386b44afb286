// All options of the node agent, in the order of the help.

import type { Flag } from './flag.ts'
import { eviction, host } from './table/eviction.ts'
import { logging } from './table/logging.ts'
import { monitor } from './table/kubelet.ts'
import { apiServer, node } from './table/node.ts'
import { network, pods, volumes } from './table/pods.ts'
import { cgroups, managers, reservations } from './table/resources.ts'
import { images, runtime } from './table/runtime.ts'
import { access, serving } from './table/serving.ts'
import { start } from './table/start.ts'
import { tls } from './table/tls.ts'

/** The table that the specification shows, and what genuine agents have beside it. */
export const flags: readonly Flag[] = [
  ...start,
  ...apiServer,
  ...node,
  ...serving,
  ...access,
  ...tls,
  ...pods,
  ...network,
  ...volumes,
  ...runtime,
  ...images,
  ...cgroups,
  ...reservations,
  ...managers,
  ...eviction,
  ...host,
  ...logging,
  ...monitor,
]
