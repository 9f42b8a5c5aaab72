package dev.tidemark.rig.cassandra.server;

import module java.base;
import org.apache.cassandra.auth.AuthenticatedUser;
import org.apache.cassandra.auth.IResource;
import org.apache.cassandra.auth.IRoleManager;
import org.apache.cassandra.auth.Role;
import org.apache.cassandra.auth.RoleOptions;
import org.apache.cassandra.auth.RoleResource;
import org.apache.cassandra.exceptions.InvalidRequestException;

/** Roles where {@link OneUser} lets in: whoever is in may do everything, and nobody makes others. */
public final class OneRole implements IRoleManager {

    private static InvalidRequestException refusal() {
        return new InvalidRequestException("there is one user, and no roles");
    }

    @Override
    public Set<Option> supportedOptions() {
        return Set.of();
    }

    @Override
    public Set<Option> alterableOptions() {
        return Set.of();
    }

    @Override
    public void createRole(AuthenticatedUser by, RoleResource role, RoleOptions options) {
        throw refusal();
    }

    @Override
    public void dropRole(AuthenticatedUser by, RoleResource role) {
        throw refusal();
    }

    @Override
    public void alterRole(AuthenticatedUser by, RoleResource role, RoleOptions options) {
        throw refusal();
    }

    @Override
    public void grantRole(AuthenticatedUser by, RoleResource role, RoleResource to) {
        throw refusal();
    }

    @Override
    public void revokeRole(AuthenticatedUser by, RoleResource role, RoleResource from) {
        throw refusal();
    }

    @Override
    public Set<RoleResource> getRoles(RoleResource of, boolean inherited) {
        return Set.of(of);
    }

    /** {@inheritDoc} What Cassandra makes of the other answers by default has another name. */
    @Override
    public Set<Role> getRoleDetails(RoleResource of) {
        return Set.of(new Role(of.getRoleName(), isSuper(of), canLogin(of), Map.of(), Set.of()));
    }

    @Override
    public Set<RoleResource> getAllRoles() {
        return Set.of(RoleResource.role(OneUser.USER));
    }

    @Override
    public boolean isSuper(RoleResource role) {
        return isExistingRole(role);
    }

    @Override
    public boolean canLogin(RoleResource role) {
        return isExistingRole(role);
    }

    @Override
    public Map<String, String> getCustomOptions(RoleResource role) {
        return Map.of();
    }

    @Override
    public boolean isExistingRole(RoleResource role) {
        return role.getRoleName().equals(OneUser.USER);
    }

    @Override
    public Set<? extends IResource> protectedResources() {
        return Set.of();
    }

    @Override
    public void validateConfiguration() {}

    @Override
    public void setup() {}
}
