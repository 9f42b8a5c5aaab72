package com.example.etcd;

import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.StatedDurability;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.http.HttpConnector;
import dev.tidemark.core.driver.remote.http.SeparateHttpConnector;
import dev.tidemark.core.driver.remote.keys.KeyServerDriver;
import dev.tidemark.core.driver.remote.keys.KeyServerTarget;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MeasureSet;

/** etcd, by the JSON that it answers beside its own protocol. */
public final class EtcdDriver extends KeyServerDriver {

    static final Param<String> ADDRESS = ConnectionParams.address("127.0.0.1:2379");

    public EtcdDriver() {
        super("etcd", "etcd, the key-value store of Kubernetes.",
                ConnectionParams.of(ADDRESS).plus(ConnectionParams.tls()), MeasureSet.of(EngineMeasures.ON_DISK_SIZE));
    }

    /** It writes its log to the disk before it answers. */
    @Override
    public StatedDurability durability() {
        return StatedDurability.always(Durability.DURABLE);
    }

    @Override
    public OpenTarget open(Values values, Context context) {
        ConnectionSettings settings = ConnectionSettings.of(values, ADDRESS, context);
        EtcdApi api = new EtcdApi();
        return new KeyServerTarget<>(values, new Connections<>(new HttpConnector(settings, api), settings),
                new Connections<>(new SeparateHttpConnector(settings, api), settings), new EtcdServer(), context);
    }
}
