import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.util.Collections;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Steps with watches, informers, waiting, and leader election. */
final class Watches {
  private Watches() {}

  static Map<String, Main.Step> steps() {
    Map<String, Main.Step> steps = new LinkedHashMap<>();
    steps.put("a watch", on -> watched(on, "watched"));
    steps.put("a watch over HTTP", Watches::watchedOverHttp);
    steps.put("an informer", Watches::informed);
    steps.put("what is waited for", Watches::waitedFor);
    steps.put("an election", Watches::elected);
    return steps;
  }

  /** Creates, changes and deletes a ConfigMap. */
  private static void change(KubernetesClient on, String name) {
    on.resource(seen(name)).create();
    on.configMaps().withName(name)
        .edit(found -> new ConfigMapBuilder(found).addToData("a", "1").build());
    on.configMaps().withName(name).delete();
  }

  private static ConfigMap seen(String name) {
    return new ConfigMapBuilder().withNewMetadata().withName(name).addToLabels("seen", "yes")
        .endMetadata().build();
  }

  /** Watches over HTTP. By default, this client watches over a WebSocket. */
  private static Object watchedOverHttp(KubernetesClient on) throws Exception {
    Config config = new ConfigBuilder(on.getConfiguration()).withOnlyHttpWatches(true).build();
    try (KubernetesClient other = new KubernetesClientBuilder().withConfig(config).build()) {
      return watched(other, "streamed");
    }
  }

  private static Object watched(KubernetesClient on, String name) throws InterruptedException {
    List<String> events = Collections.synchronizedList(new ArrayList<>());
    Watcher<ConfigMap> watcher = new Watcher<>() {
      @Override
      public void eventReceived(Action action, ConfigMap map) {
        events.add(action + " " + map.getMetadata().getName() + " " + map.getData());
      }

      @Override
      public void onClose(WatcherException cause) {
        events.add("closed");
      }
    };
    try (Watch watch = on.configMaps().withLabel("seen", "yes").watch(watcher)) {
      change(on, name);
      Main.until("third event", () -> events.size() >= 3);
      return new ArrayList<>(events);
    }
  }

  private static Object informed(KubernetesClient on) throws InterruptedException {
    List<String> events = Collections.synchronizedList(new ArrayList<>());
    ResourceEventHandler<ConfigMap> handler = new ResourceEventHandler<>() {
      @Override
      public void onAdd(ConfigMap map) {
        events.add("added " + map.getMetadata().getName());
      }

      @Override
      public void onUpdate(ConfigMap before, ConfigMap map) {
        events.add("updated " + map.getMetadata().getName());
      }

      @Override
      public void onDelete(ConfigMap map, boolean isUnknown) {
        events.add("deleted " + map.getMetadata().getName() + " " + isUnknown);
      }
    };
    try (SharedIndexInformer<ConfigMap> informer =
        on.configMaps().withLabel("seen", "yes").inform(handler)) {
      change(on, "informed");
      on.resource(seen("kept")).create();
      Main.until("object in the cache", () -> events.contains("added kept"));
      return List.of(new ArrayList<>(events), informer.getStore().list().size());
    }
  }

  private static Object waitedFor(KubernetesClient on) {
    on.resource(seen("awaited")).create();
    CompletableFuture<ConfigMap> waiting = CompletableFuture.supplyAsync(() ->
        on.configMaps().withName("awaited").waitUntilCondition(
            map -> map != null && map.getData() != null && map.getData().containsKey("a"),
            20, TimeUnit.SECONDS));
    on.configMaps().withName("awaited")
        .edit(found -> new ConfigMapBuilder(found).addToData("a", "1").build());
    return waiting.join().getData();
  }

  /** Elects two leaders. The second starts after the first has released its lease. */
  private static Object elected(KubernetesClient on) throws InterruptedException {
    List<String> leaders = Collections.synchronizedList(new ArrayList<>());
    for (String name : List.of("first", "second")) {
      CompletableFuture<?> running = on.leaderElector().withConfig(new LeaderElectionConfigBuilder()
          .withName("held").withReleaseOnCancel(true)
          .withLock(new LeaseLock(Main.SPACE, "held", name))
          .withLeaseDuration(Duration.ofSeconds(3)).withRenewDeadline(Duration.ofSeconds(2))
          .withRetryPeriod(Duration.ofMillis(500))
          .withLeaderCallbacks(new LeaderCallbacks(() -> leaders.add(name), () -> {}, led -> {}))
          .build()).build().start();
      Main.until(name + " that leads", () -> leaders.contains(name));
      running.cancel(true);
      Main.until("lease that is free", () -> isFree(on));
    }
    return List.of(leaders, on.leases().withName("held").get().getSpec().getLeaseTransitions());
  }

  private static boolean isFree(KubernetesClient on) {
    String holder = on.leases().withName("held").get().getSpec().getHolderIdentity();
    return holder == null || holder.isEmpty();
  }
}
