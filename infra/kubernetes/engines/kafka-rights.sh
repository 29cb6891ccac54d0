#!/bin/bash
# Gives each process its rights in Kafka, by infra/grown/src/kafka-rights.ts (a test compares them). Safe to run again.
set -eu
umask 077
printf '%s\n' 'security.protocol=SASL_SSL' 'sasl.mechanism=PLAIN' \
  'ssl.truststore.type=PEM' 'ssl.truststore.location=/certificates/ca.crt' \
  "sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required username=\"tuma\" password=\"$OPERATORS_PASSWORD\";" > /tmp/operator.properties
may() { # name, kind, resource, pattern, operations
  local name=$1 kind=$2 resource=$3 pattern=$4
  shift 4
  "${KAFKA_ACLS:-/opt/kafka/bin/kafka-acls.sh}" --bootstrap-server "${BROKER:-kafka:9092}" --command-config /tmp/operator.properties \
    --add --allow-principal "User:$name" "--$kind" "$resource" --resource-pattern-type "$pattern" "${@/#/--operation=}"
}
may identity topic identity literal Create Write
may identity topic delivery literal Create Read Write
may identity topic parked-messages literal Create Read Write
may identity topic format- prefixed Create Describe
may identity topic storeMark-identity- prefixed Create Describe
may identity group identity. prefixed Read
may identity group parked-messages- prefixed Read
may payment topic payment literal Create Write
may payment topic delivery literal Create Read Write
may payment topic parked-messages literal Create Read Write
may payment topic format- prefixed Create Describe
may payment topic storeMark-payment- prefixed Create Describe
may payment group payment. prefixed Read
may payment group parked-messages- prefixed Read
may delivery topic delivery literal Create Write
may delivery topic identity literal Create Read Write
may delivery topic payment literal Create Read Write
may delivery topic revenue literal Create Read Write
may delivery topic parked-messages literal Create Read Write
may delivery topic format- prefixed Create Describe
may delivery topic storeMark-delivery- prefixed Create Describe
may delivery group delivery. prefixed Read
may delivery group parked-messages- prefixed Read
may revenue topic revenue literal Create Write
may revenue topic delivery literal Create Read Write
may revenue topic payment literal Create Read Write
may revenue topic parked-messages literal Create Read Write
may revenue topic format- prefixed Create Describe
may revenue topic storeMark-revenue- prefixed Create Describe
may revenue group revenue. prefixed Read
may revenue group parked-messages- prefixed Read
may notification topic notification literal Create Write
may notification topic identity literal Create Read Write
may notification topic payment literal Create Read Write
may notification topic delivery literal Create Read Write
may notification topic revenue literal Create Read Write
may notification topic parked-messages literal Create Read Write
may notification topic format- prefixed Create Describe
may notification topic storeMark-notification- prefixed Create Describe
may notification group notification. prefixed Read
may notification group parked-messages- prefixed Read
may bff topic payment literal Create Read
may bff topic delivery literal Create Read
may bff topic format- prefixed Create Describe
may bff group listener- prefixed Read Delete
