import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.SecretList;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Steps that create, read, change, list in pages, and delete objects of built-in types. */
final class Objects {
  private Objects() {}

  static Map<String, Main.Step> steps() {
    Map<String, Main.Step> steps = new LinkedHashMap<>();
    steps.put("a namespace", on -> on.resource(new NamespaceBuilder()
        .withNewMetadata().withName(Main.SPACE).endMetadata().build()).create().getStatus());
    steps.put("create", on -> on.resource(map("a", "1")).create().getData());
    steps.put("create again", on -> on.resource(map("a", "1")).create().getData());
    steps.put("create what is wrong", on -> on.resource(map("A B", "1")).create().getData());
    steps.put("read what is not there",
        on -> String.valueOf(on.configMaps().withName("absent").get()));
    steps.put("edit", on -> on.configMaps().withName("a").edit(
        found -> new ConfigMapBuilder(found).addToData("b", "2").build()).getData());
    steps.put("replace what is stale", on -> {
      ConfigMap stale = map("a", "3");
      stale.getMetadata().setResourceVersion("1");
      return on.resource(stale).update().getData();
    });
    steps.put("a deployment", on -> on.resource(deployment()).create().getSpec());
    steps.put("a strategic patch", on -> patched(on, PatchType.STRATEGIC_MERGE,
        "{\"spec\":{\"template\":{\"spec\":{\"containers\":"
            + "[{\"name\":\"side\",\"image\":\"registry.example/side:1\"}]}}}}"));
    steps.put("a merge patch", on -> patched(on, PatchType.JSON_MERGE,
        "{\"spec\":{\"template\":{\"spec\":{\"containers\":"
            + "[{\"name\":\"web\",\"image\":\"registry.example/web:2\"}]}}}}"));
    steps.put("a JSON patch", on -> patched(on, PatchType.JSON,
        "[{\"op\":\"replace\",\"path\":\"/spec/template/spec/containers/0/image\","
            + "\"value\":\"registry.example/web:3\"}]"));
    steps.put("a scale",
        on -> on.apps().deployments().withName("web").scale(3).getSpec().getReplicas());
    steps.put("a status", on -> {
      Deployment changed = on.apps().deployments().withName("web").editStatus(found ->
          new DeploymentBuilder(found).editOrNewStatus().withReplicas(3).endStatus().build());
      return List.of(changed.getMetadata().getGeneration(), changed.getStatus());
    });
    steps.put("an apply", on -> applied(on, "one", false, Map.of("a", "1", "b", "1")));
    steps.put("an apply of another", on -> applied(on, "two", false, Map.of("b", "1", "c", "1")));
    steps.put("an apply with a conflict", on -> applied(on, "two", false, Map.of("a", "2")));
    steps.put("an apply with force", on -> applied(on, "two", true, Map.of("a", "2")));
    steps.put("an apply of less", on -> applied(on, "one", false, Map.of()));
    steps.put("pages", Objects::pages);
    steps.put("a list by labels",
        on -> names(on.configMaps().withLabel("made", "here").list().getItems()));
    steps.put("delete", on -> on.configMaps().withName("a").delete().size());
    steps.put("delete what is gone", on -> on.configMaps().withName("a").delete().size());
    return steps;
  }

  static ConfigMap map(String name, String value) {
    return new ConfigMapBuilder().withNewMetadata().withName(name).addToLabels("made", "here")
        .endMetadata().addToData("a", value).build();
  }

  private static Deployment deployment() {
    return new DeploymentBuilder().withNewMetadata().withName("web").endMetadata()
        .withNewSpec().withNewSelector().addToMatchLabels("app", "web").endSelector()
        .withNewTemplate().withNewMetadata().addToLabels("app", "web").endMetadata()
        .withNewSpec().addNewContainer().withName("web").withImage("registry.example/web:1")
        .endContainer().endSpec().endTemplate().endSpec().build();
  }

  private static List<String> patched(KubernetesClient on, PatchType type, String patch) {
    return on.apps().deployments().withName("web").patch(PatchContext.of(type), patch)
        .getSpec().getTemplate().getSpec().getContainers().stream()
        .map(one -> one.getName() + " " + one.getImage()).collect(Collectors.toList());
  }

  private static Object applied(
      KubernetesClient on, String manager, boolean isForced, Map<String, String> data) {
    ConfigMap wanted = new ConfigMapBuilder().withNewMetadata().withName("applied").endMetadata()
        .withData(data).build();
    var resource = on.configMaps().resource(wanted).fieldManager(manager);
    ConfigMap made = isForced
        ? resource.forceConflicts().serverSideApply()
        : resource.serverSideApply();
    return List.of(made.getData(), owners(made));
  }

  /** Returns the managed fields of an object without their times, sorted. */
  static List<String> owners(HasMetadata object) {
    return object.getMetadata().getManagedFields().stream()
        .map(entry -> entry.getManager() + " " + entry.getOperation() + " "
            + entry.getFieldsV1().getAdditionalProperties())
        .sorted().collect(Collectors.toList());
  }

  private static Object pages(KubernetesClient on) {
    for (int index = 0; index < 5; index++) {
      on.resource(new SecretBuilder().withNewMetadata().withName("s" + index).endMetadata().build())
          .create();
    }
    List<Object> pages = new ArrayList<>();
    String token = null;
    do {
      SecretList page = on.secrets().list(
          new ListOptionsBuilder().withLimit(2L).withContinue(token).build());
      pages.add(names(page.getItems()));
      token = page.getMetadata().getContinue();
    } while (token != null && !token.isEmpty());
    return pages;
  }

  private static List<String> names(List<? extends HasMetadata> items) {
    return items.stream().map(item -> item.getMetadata().getName()).collect(Collectors.toList());
  }
}
