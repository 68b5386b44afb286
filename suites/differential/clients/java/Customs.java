import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Steps with a custom type: its definition, typed and generic clients, and its deletion. */
final class Customs {
  private Customs() {}

  public static final class CupSpec {
    public Integer size;
    public String glaze;
  }

  public static final class CupStatus {
    public Integer filled;
  }

  @Group("java.example")
  @Version("v1")
  public static final class Cup extends CustomResource<CupSpec, CupStatus> implements Namespaced {}

  private static final String NAME = "cups.java.example";

  private static final String DEFINITION = """
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata: { name: cups.java.example }
      spec:
        group: java.example
        scope: Namespaced
        names: { plural: cups, kind: Cup }
        versions:
          - name: v1
            served: true
            storage: true
            subresources: { status: {} }
            schema:
              openAPIV3Schema:
                type: object
                properties:
                  spec:
                    type: object
                    required: [size]
                    properties:
                      size: { type: integer, minimum: 1 }
                      glaze: { type: string, default: blue }
                  status:
                    type: object
                    properties: { filled: { type: integer } }
      """;

  static Map<String, Main.Step> steps() {
    Map<String, Main.Step> steps = new LinkedHashMap<>();
    steps.put("a definition", Customs::define);
    steps.put("a custom object", on -> shown(on.resource(cup("a", 1)).create()));
    steps.put("a custom object that is wrong", on -> shown(on.resource(cup("b", 0)).create()));
    steps.put("an edit of it", on -> shown(on.resources(Cup.class).withName("a").edit(cup -> {
      cup.getSpec().size = 2;
      return cup;
    })));
    steps.put("its status", on -> shown(on.resources(Cup.class).withName("a").editStatus(cup -> {
      CupStatus status = new CupStatus();
      status.filled = 2;
      cup.setStatus(status);
      return cup;
    })));
    steps.put("an apply of it", on -> {
      Cup made = on.resource(cup("c", 3)).fieldManager("one").serverSideApply();
      return List.of(shown(made), Objects.owners(made));
    });
    steps.put("an informer of it", Customs::informed);
    steps.put("a generic object", Customs::generic);
    steps.put("the end of a type", Customs::undefine);
    return steps;
  }

  private static Cup cup(String name, int size) {
    Cup cup = new Cup();
    cup.getMetadata().setName(name);
    CupSpec spec = new CupSpec();
    spec.size = size;
    cup.setSpec(spec);
    return cup;
  }

  private static List<Object> shown(Cup cup) {
    List<Object> parts = new ArrayList<>();
    parts.add(cup.getMetadata().getGeneration());
    parts.add(cup.getSpec());
    parts.add(cup.getStatus());
    return parts;
  }

  private static Object define(KubernetesClient on) throws InterruptedException {
    var definitions = on.apiextensions().v1().customResourceDefinitions();
    byte[] bytes = DEFINITION.getBytes(StandardCharsets.UTF_8);
    definitions.load(new ByteArrayInputStream(bytes)).create();
    Main.until("type that is served", () -> isServed(on));
    return definitions.withName(NAME).get().getStatus().getAcceptedNames();
  }

  private static boolean isServed(KubernetesClient on) {
    try {
      on.resources(Cup.class).list();
      return true;
    } catch (KubernetesClientException refused) {
      // A new type is first answered with 404, then with 429 until it is ready.
      if (refused.getCode() == 404 || refused.getCode() == 429) {
        return false;
      }
      throw refused;
    }
  }

  private static Object informed(KubernetesClient on) throws InterruptedException {
    var informer = on.resources(Cup.class).runnableInformer(0);
    try (informer) {
      informer.start().toCompletableFuture().join();
      on.resource(cup("d", 4)).create();
      Main.until("object in the cache", () -> informer.getStore().list().size() == 3);
      List<String> names = new ArrayList<>();
      informer.getStore().list().forEach(cup -> names.add(cup.getMetadata().getName()));
      Collections.sort(names);
      return names;
    }
  }

  private static Object generic(KubernetesClient on) {
    var context = new ResourceDefinitionContext.Builder().withGroup("java.example")
        .withVersion("v1").withKind("Cup").withPlural("cups").withNamespaced(true).build();
    GenericKubernetesResource found = on.genericKubernetesResources(context).withName("a").get();
    return found.getAdditionalProperties();
  }

  private static Object undefine(KubernetesClient on) throws InterruptedException {
    var definition = on.apiextensions().v1().customResourceDefinitions().withName(NAME);
    definition.delete();
    Main.until("end of the type", () -> !isServed(on));
    return String.valueOf(definition.get());
  }
}
