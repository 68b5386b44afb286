// All options of the node agent, in the order of the help.

import type { Flag } from './flag.ts'
import { evictionFlags, hostFlags } from './table/eviction.ts'
import { loggingFlags } from './table/logging.ts'
import { monitorFlags } from './table/kubelet-monitor.ts'
import { apiServerFlags, nodeFlags } from './table/node.ts'
import { podNetworkFlags, podFlags, volumeFlags } from './table/pods.ts'
import { cgroupFlags, resourceManagerFlags, reservationFlags } from './table/resources.ts'
import { imageFlags, runtimeFlags } from './table/runtime.ts'
import { accessFlags, servingFlags } from './table/serving.ts'
import { startFlags } from './table/start.ts'
import { tlsFlags } from './table/tls.ts'

/** The table of the specification, and the additional flags of genuine agents. */
export const agentFlags: readonly Flag[] = [
  ...startFlags,
  ...apiServerFlags,
  ...nodeFlags,
  ...servingFlags,
  ...accessFlags,
  ...tlsFlags,
  ...podFlags,
  ...podNetworkFlags,
  ...volumeFlags,
  ...runtimeFlags,
  ...imageFlags,
  ...cgroupFlags,
  ...reservationFlags,
  ...resourceManagerFlags,
  ...evictionFlags,
  ...hostFlags,
  ...loggingFlags,
  ...monitorFlags,
]
