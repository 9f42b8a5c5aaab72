package com.marklogic.xcc;

import javax.net.ssl.SSLContext;

public record SecurityOptions(SSLContext context) {}
