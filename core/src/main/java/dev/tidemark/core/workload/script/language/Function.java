package dev.tidemark.core.workload.script.language;

import java.util.Locale;

/** The functions and operators of expressions. All arguments are there; see PostgreSQL's manual, "pgbench". */
enum Function {
    ADD(2, 2), SUBTRACT(2, 2), MULTIPLY(2, 2), DIVIDE(2, 2), MOD(2, 2),
    BIT_AND(2, 2), BIT_OR(2, 2), BIT_XOR(2, 2), SHIFT_LEFT(2, 2), SHIFT_RIGHT(2, 2),
    EQUAL(2, 2), NOT_EQUAL(2, 2), LESS(2, 2), AT_MOST(2, 2), NOT(1, 1),
    ABS(1, 1), DOUBLE(1, 1), INT(1, 1), EXP(1, 1), LN(1, 1), SQRT(1, 1), PI(0, 0), POW(2, 2), GREATEST(1, 64),
    LEAST(1, 64), HASH(1, 2), HASH_FNV1A(1, 2), HASH_MURMUR2(1, 2), PERMUTE(2, 3), RANDOM(2, 2), RANDOM_GAUSSIAN(3, 3),
    RANDOM_EXPONENTIAL(3, 3), RANDOM_ZIPFIAN(3, 3),
    /** Of pgbench, which prints it, too. */
    DEBUG(1, 1),
    /** Not of pgbench. */
    RANDOM_TEXT(2, 2), RANDOM_PATTERN(1, 1), PICK(1, 64), SEQUENCE(0, 1);

    /** Of the hash FNV-1a of 64 bits. */
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;
    /** Of MurmurHash2 of 64 bits; the second is its product with the length in bytes, 8. */
    private static final long MURMUR = 0xc6a4a7935bd1e995L;
    private static final long MURMUR_BY_LENGTH = 0x35253c9ade8f4ca8L;
    private static final int MURMUR_SHIFT = 47;

    /** How many arguments. */
    final int least;
    final int most;

    Function(int least, int most) {
        this.least = least;
        this.most = most;
    }

    /** Whether a script calls it by name, and not by a sign. */
    boolean named() {
        return compareTo(ABS) >= 0 || this == MOD;
    }

    /** As a script calls it. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    void apply(ScriptValue[] of, ScriptValue into, RandomDraw random) {
        switch (this) {
            case ADD, SUBTRACT, MULTIPLY, DIVIDE, ABS -> arithmetic(of, into);
            case EQUAL, NOT_EQUAL, LESS, AT_MOST -> into.set(compared(of[0], of[1]));
            case MOD, BIT_AND, BIT_OR, BIT_XOR, SHIFT_LEFT, SHIFT_RIGHT -> into.set(whole(of[0].integer(),
                    of[1].integer()));
            case NOT -> into.set(!of[0].truth());
            case INT -> into.set(of[0].integer());
            case DOUBLE, EXP, LN, SQRT -> into.set(of(of[0].number()));
            case DEBUG -> into.set(of[0]);
            case PI -> into.set(Math.PI);
            case POW -> into.set(Math.pow(of[0].number(), of[1].number()));
            case GREATEST, LEAST -> extreme(of, into);
            case HASH, HASH_MURMUR2 -> into.set(murmur(of[0].integer(), seed(of, 1)));
            case HASH_FNV1A -> into.set(fnv(of[0].integer(), seed(of, 1)));
            case PERMUTE -> into.set(random.permutation.of(of[0].integer(), of[1].integer(), seed(of, 2)));
            case RANDOM -> into.set(random.uniform(of[0].integer(), of[1].integer()));
            case RANDOM_GAUSSIAN -> into.set(random.gaussian(of[0].integer(), of[1].integer(), of[2].number()));
            case RANDOM_EXPONENTIAL -> into.set(random.exponential(of[0].integer(), of[1].integer(), of[2].number()));
            case RANDOM_ZIPFIAN -> into.set(random.zipfian(of[0].integer(), of[1].integer(), of[2].number()));
            case RANDOM_TEXT -> into.setString(random.letters(of[0].integer(), of[1].integer()));
            case RANDOM_PATTERN -> into.setString(random.filled(of[0].text()));
            case PICK -> into.set(of[(int) random.uniform(0, of.length - 1)]);
            case SEQUENCE -> into.set(random.position() + (of.length == 0 ? 1 : of[0].integer()));
        }
    }

    /** Whole numbers stay whole; with a fraction among them all are fractions. */
    private void arithmetic(ScriptValue[] of, ScriptValue into) {
        if (fractions(of)) {
            into.set(fraction(of[0].number(), of.length > 1 ? of[1].number() : 0));
        } else {
            into.set(whole(of[0].integer(), of.length > 1 ? of[1].integer() : 0));
        }
    }

    private static boolean fractions(ScriptValue[] of) {
        for (ScriptValue value : of) {
            if (value.kind() == ScriptValue.Kind.DOUBLE) {
                return true;
            }
        }
        return false;
    }

    private double fraction(double a, double b) {
        return switch (this) {
            case ADD -> a + b;
            case SUBTRACT -> a - b;
            case MULTIPLY -> a * b;
            case DIVIDE -> a / b;
            default -> Math.abs(a);
        };
    }

    private long whole(long a, long b) {
        try {
            return switch (this) {
                case ADD -> Math.addExact(a, b);
                case SUBTRACT -> Math.subtractExact(a, b);
                case MULTIPLY -> Math.multiplyExact(a, b);
                case DIVIDE -> Math.divideExact(a, b);
                case ABS -> Math.absExact(a);
                case MOD -> a % b;
                case BIT_AND -> a & b;
                case BIT_OR -> a | b;
                case BIT_XOR -> a ^ b;
                case SHIFT_LEFT -> a << b;
                default -> a >> b;
            };
        } catch (ArithmeticException e) {
            throw new ScriptException(b == 0 && (this == DIVIDE || this == MOD) ? "division by zero"
                    : "bigint out of range");
        }
    }

    private boolean compared(ScriptValue a, ScriptValue b) {
        boolean fractions = a.kind() == ScriptValue.Kind.DOUBLE || b.kind() == ScriptValue.Kind.DOUBLE;
        int order = fractions ? 0 : Long.compare(a.integer(), b.integer());
        return switch (this) {
            case EQUAL -> fractions ? a.number() == b.number() : order == 0;
            case NOT_EQUAL -> fractions ? a.number() != b.number() : order != 0;
            case LESS -> fractions ? a.number() < b.number() : order < 0;
            default -> fractions ? a.number() <= b.number() : order <= 0;
        };
    }

    private double of(double number) {
        return switch (this) {
            case EXP -> Math.exp(number);
            case LN -> Math.log(number);
            case SQRT -> Math.sqrt(number);
            default -> number;
        };
    }

    private void extreme(ScriptValue[] of, ScriptValue into) {
        boolean fractions = fractions(of);
        ScriptValue found = of[0];
        for (ScriptValue value : of) {
            boolean more = fractions ? value.number() > found.number() : value.integer() > found.integer();
            boolean less = fractions ? value.number() < found.number() : value.integer() < found.integer();
            if (this == GREATEST ? more : less) {
                found = value;
            }
        }
        if (fractions) {
            into.set(found.number());
        } else {
            into.set(found.integer());
        }
    }

    /** The parser puts in the default seed where there is none. */
    private static long seed(ScriptValue[] of, int at) {
        return of[at].integer();
    }

    private static long murmur(long value, long seed) {
        long k = value * MURMUR;
        k = (k ^ k >>> MURMUR_SHIFT) * MURMUR;
        long hash = ((seed ^ MURMUR_BY_LENGTH) ^ k) * MURMUR;
        hash = (hash ^ hash >>> MURMUR_SHIFT) * MURMUR;
        return hash ^ hash >>> MURMUR_SHIFT;
    }

    private static long fnv(long value, long seed) {
        long hash = FNV_OFFSET ^ seed;
        for (int i = 0; i < Long.SIZE; i += Byte.SIZE) {
            hash = (hash ^ value >>> i & 0xff) * FNV_PRIME;
        }
        return hash;
    }
}
