// Cmosquitto: libmosquitto, which speaks MQTT.
#pragma once
#include <stdbool.h>
#include <mosquitto.h>
#include <mqtt_protocol.h>
